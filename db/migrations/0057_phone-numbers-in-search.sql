DROP TABLE `application_words`;
--> statement-breakpoint
DROP TABLE `application_search`;
--> statement-breakpoint
CREATE VIRTUAL TABLE `application_search` USING fts5(`text`, content='', contentless_delete=1, prefix='1 2 3', tokenize="unicode61 remove_diacritics 2 categories 'L* M* N* Co'");
--> statement-breakpoint
CREATE VIRTUAL TABLE `application_words` USING fts5vocab(`application_search`, 'instance');
