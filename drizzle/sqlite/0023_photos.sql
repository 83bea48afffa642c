CREATE TABLE `qc_photo` (
	`photo_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`qc_value_base_id` integer,
	`item_key` text,
	`sha256` text NOT NULL,
	`media_type` text NOT NULL,
	`bytes` integer NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`added_by` integer NOT NULL,
	`added_at` integer NOT NULL,
	`removed_at` integer,
	`content` blob NOT NULL,
	FOREIGN KEY (`qc_value_base_id`) REFERENCES `qc_value_base`(`qc_value_base_id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "qc_photo_media_type" CHECK("qc_photo"."media_type" in ('image/jpeg', 'image/png', 'image/webp'))
);
--> statement-breakpoint
CREATE INDEX `qc_photo_record` ON `qc_photo` (`qc_value_base_id`,`photo_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `qc_photo_upload` ON `qc_photo` (`added_by`,`sha256`) WHERE qc_value_base_id is null;--> statement-breakpoint
CREATE INDEX `qc_photo_unattached` ON `qc_photo` (`added_at`) WHERE qc_value_base_id is null;--> statement-breakpoint
CREATE INDEX `qc_photo_bytes` ON `qc_photo` (`bytes`);--> statement-breakpoint
CREATE TRIGGER `qc_photo_no_replace` BEFORE INSERT ON `qc_photo` WHEN EXISTS (SELECT 1 FROM `qc_photo` WHERE `photo_id` = new.`photo_id`) BEGIN SELECT RAISE(ABORT, 'qc_photo: what it shows is never changed'); END;
--> statement-breakpoint
CREATE TRIGGER `qc_photo_same` BEFORE UPDATE OF `photo_id`, `sha256`, `media_type`, `bytes`, `width`, `height`, `added_by`, `added_at`, `content` ON `qc_photo` BEGIN SELECT RAISE(ABORT, 'qc_photo: what it shows is never changed'); END;
--> statement-breakpoint
CREATE TRIGGER `qc_photo_stays` BEFORE UPDATE OF `qc_value_base_id`, `item_key` ON `qc_photo` WHEN old.`qc_value_base_id` IS NOT NULL BEGIN SELECT RAISE(ABORT, 'qc_photo: it stays with its record'); END;
--> statement-breakpoint
CREATE TRIGGER `qc_photo_closed_insert` BEFORE INSERT ON `qc_photo` WHEN (SELECT `status` FROM `qc_value_base` WHERE `qc_value_base_id` = new.`qc_value_base_id`) IN ('submitted', 'reviewed', 'approved', 'voided') BEGIN SELECT RAISE(ABORT, 'qc_photo: the record is submitted'); END;
--> statement-breakpoint
CREATE TRIGGER `qc_photo_closed_update` BEFORE UPDATE ON `qc_photo` WHEN (SELECT `status` FROM `qc_value_base` WHERE `qc_value_base_id` = new.`qc_value_base_id`) IN ('submitted', 'reviewed', 'approved', 'voided') BEGIN SELECT RAISE(ABORT, 'qc_photo: the record is submitted'); END;
--> statement-breakpoint
CREATE TRIGGER `qc_photo_closed_delete` BEFORE DELETE ON `qc_photo` WHEN EXISTS (SELECT 1 FROM `qc_value_base` WHERE `qc_value_base_id` = old.`qc_value_base_id` AND (`submitted_at` IS NOT NULL OR `status` <> 'draft')) BEGIN SELECT RAISE(ABORT, 'qc_photo: the record was submitted'); END;
