CREATE TABLE `qc_annotation` (
	`annotation_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`item_key` text NOT NULL,
	`qc_value_base_id` integer,
	`at` integer NOT NULL,
	`text` text NOT NULL,
	`create_by` integer NOT NULL,
	`create_name` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`qc_value_base_id`) REFERENCES `qc_value_base`(`qc_value_base_id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE INDEX `qc_annotation_item` ON `qc_annotation` (`item_key`,`at`);--> statement-breakpoint
CREATE INDEX `qc_annotation_record` ON `qc_annotation` (`qc_value_base_id`);