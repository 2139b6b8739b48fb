"""The server: tables on which people and bots play over the network."""
