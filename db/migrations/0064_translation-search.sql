-- Written by hand: the search text of each translation of a job, by its id; the program makes the entries at its next start.
CREATE VIRTUAL TABLE `translation_search` USING fts5(`text`, content='', contentless_delete=1, prefix='1 2 3', tokenize="unicode61 remove_diacritics 2 categories 'L* M* N* Co'");
--> statement-breakpoint
CREATE VIRTUAL TABLE `translation_words` USING fts5vocab(`translation_search`, 'row');
