-- All texts are indexed anew, with phone numbers: the program makes the missing entries at its next start.
INSERT INTO `application_search` (`application_search`) VALUES ('delete-all');
