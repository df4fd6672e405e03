"""The boards, a file each."""
