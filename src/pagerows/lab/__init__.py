"""What measures, learns and remakes papers: nothing here is on the line that a user's page walks."""
