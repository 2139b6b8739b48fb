"""The server: tables on which people and programs play, that survive anything."""
