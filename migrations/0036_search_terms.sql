-- Full-text search over published listings and over people; the app makes the terms (docs/decisions/0007-search.md). `rowid` is the id of the
-- listing or user. The cron indexes what exists already. A later migration drops `listings_fts`, which workers of the release before write.
-- Contentless, because the texts are in other tables. `~` marks stems. The prefixes make a search by first letters as cheap as one by words.
CREATE VIRTUAL TABLE `listing_terms` USING fts5(
	properties, title, card, labels, body,
	content = '',
	contentless_delete = 1,
	prefix = '1 2 3',
	tokenize = "unicode61 remove_diacritics 0 tokenchars '~'"
);--> statement-breakpoint
CREATE VIRTUAL TABLE `people_terms` USING fts5(
	name, about,
	content = '',
	contentless_delete = 1,
	prefix = '1 2 3',
	tokenize = "unicode61 remove_diacritics 0 tokenchars '~'"
);--> statement-breakpoint
CREATE TABLE `index_progress` (
	`kind` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`last_id` integer NOT NULL,
	`done` integer NOT NULL
);
