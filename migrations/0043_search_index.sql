-- Full-text search over published listings and over people; the app makes the terms (docs/decisions/0040-ranked-search.md). `rowid` is the id
-- of the listing or user. Contentless, because the texts are in other tables. `~` ends the mark that says where a listing has a word. The cron
-- indexes what exists already. A later migration drops `listing_terms` and `people_terms`, which workers of the release before write.
CREATE VIRTUAL TABLE `search_terms` USING fts5(
	terms,
	content = '',
	contentless_delete = 1,
	tokenize = "unicode61 remove_diacritics 0 tokenchars '~'"
);--> statement-breakpoint
CREATE VIRTUAL TABLE `search_people_terms` USING fts5(
	terms,
	content = '',
	contentless_delete = 1,
	tokenize = "unicode61 remove_diacritics 0 tokenchars '~'"
);--> statement-breakpoint
CREATE TABLE `search_words` (
	`word` text PRIMARY KEY NOT NULL,
	`reversed` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `search_words_reversed` ON `search_words` (`reversed`,`word`);
