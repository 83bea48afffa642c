CREATE TABLE `qc_assignment` (
	`assignment_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`entity` text NOT NULL,
	`entity_id` integer NOT NULL,
	`owner_id` integer NOT NULL,
	`owner_name` text NOT NULL,
	`due_on` integer,
	`updated_at` integer NOT NULL,
	CONSTRAINT "qc_assignment_entity_word" CHECK("qc_assignment"."entity" in ('record', 'signal'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `qc_assignment_entity` ON `qc_assignment` (`entity`,`entity_id`);--> statement-breakpoint
CREATE INDEX `qc_assignment_owner` ON `qc_assignment` (`owner_id`,`entity`,`entity_id`);