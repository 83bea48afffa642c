CREATE INDEX `qc_lot_search` ON `qc_lot` (lower("lot_no"),`lot_id`);--> statement-breakpoint
CREATE INDEX `qc_value_base_number` ON `qc_value_base` (`record_no`,`dept_id`,`operator_id`,`qc_value_base_id`);--> statement-breakpoint
-- by hand: the generator takes the comma of a function for one between columns
CREATE INDEX `qc_value_base_serial` ON `qc_value_base` (substr("record_no", length("record_no") - 3),`inspected_at`,`qc_value_base_id`);