"""The jinja2 environment of every text that is written from a template, and the escapes of their languages."""
