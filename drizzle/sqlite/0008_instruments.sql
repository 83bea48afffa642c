CREATE TABLE `qc_instrument` (
	`instrument_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`user_id` integer NOT NULL,
	`product_id` integer,
	`token_hash` text NOT NULL,
	`create_by` integer NOT NULL,
	`create_name` text NOT NULL,
	`created_at` integer NOT NULL,
	`revoked_at` integer,
	`seen_at` integer,
	FOREIGN KEY (`product_id`) REFERENCES `qc_product`(`product_id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE UNIQUE INDEX `qc_instrument_token` ON `qc_instrument` (`token_hash`);--> statement-breakpoint
CREATE INDEX `qc_instrument_product` ON `qc_instrument` (`product_id`);