CREATE TABLE `qc_mention` (
	`mention_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`qc_value_base_id` integer NOT NULL,
	`comment_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`user_name` text NOT NULL,
	`created_at` integer NOT NULL,
	`seen_at` integer,
	FOREIGN KEY (`comment_id`) REFERENCES `qc_comment`(`comment_id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE UNIQUE INDEX `qc_mention_once` ON `qc_mention` (`comment_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `qc_mention_record` ON `qc_mention` (`qc_value_base_id`,`mention_id`);--> statement-breakpoint
CREATE INDEX `qc_mention_waiting` ON `qc_mention` (`user_id`,`qc_value_base_id`) WHERE seen_at is null;