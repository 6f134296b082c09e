"""A full-screen view of a workspace: its runs, their trees and documents, and keys for the commands."""
