-- Begun anew: words are indexed with their marks, Chinese, Japanese, Korean, Thai, Lao, Khmer, Burmese and Tibetan by character, and signs such as those of C++; the program makes the entries at its next start.
DROP TABLE `application_words`;
--> statement-breakpoint
DROP TABLE `job_words`;
--> statement-breakpoint
DROP TABLE `application_search`;
--> statement-breakpoint
DROP TABLE `job_search`;
--> statement-breakpoint
CREATE VIRTUAL TABLE `application_search` USING fts5(`text`, content='', contentless_delete=1, prefix='1 2 3', tokenize="unicode61 remove_diacritics 2 categories 'L* M* N* Co'");
--> statement-breakpoint
CREATE VIRTUAL TABLE `job_search` USING fts5(`text`, content='', contentless_delete=1, prefix='1 2 3', tokenize="unicode61 remove_diacritics 2 categories 'L* M* N* Co'");
--> statement-breakpoint
CREATE VIRTUAL TABLE `application_words` USING fts5vocab(`application_search`, 'instance');
--> statement-breakpoint
CREATE VIRTUAL TABLE `job_words` USING fts5vocab(`job_search`, 'row');
