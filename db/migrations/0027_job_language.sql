ALTER TABLE `jobs` ADD `language` text CHECK(length(`language`) <= 35);
