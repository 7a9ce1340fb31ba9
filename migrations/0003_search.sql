-- Full-text search over listings on offer: `rowid` is the listing's id, the terms are made by the app (docs/decisions/0007-search.md).
-- Contentless, because the texts are in `listings`; the prefixes make a search by beginnings as cheap as one by words.
CREATE VIRTUAL TABLE `listings_fts` USING fts5(
	kind, head, body,
	content = '',
	contentless_delete = 1,
	prefix = '1 2 3',
	tokenize = 'unicode61'
);
