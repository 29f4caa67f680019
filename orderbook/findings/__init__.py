"""What is wrong with a post: findings, their registry, and the formats they are printed in."""
