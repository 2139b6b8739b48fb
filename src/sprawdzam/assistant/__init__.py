"""A seat for language-model assistants: matches in words, and an MCP server that lends them."""
