-- Written by hand: the words of the search index, among them the marks of chosen answers.
CREATE VIRTUAL TABLE `application_words` USING fts5vocab(`application_search`, 'instance');
