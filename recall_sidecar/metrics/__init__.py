"""Numbers for a scraper: counted while turns run, put into families when somebody asks."""
