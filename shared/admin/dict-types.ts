/** Dictionaries that other clients of the API family ask for. No page of this product reads them. */
export const otherClientDictTypes: readonly string[] = [
  'sys_normal_disable',
  'sys_show_hide',
  'sys_yes_no',
  'sys_job_status',
  'sys_common_status',
  'sys_oper_type',
  'sys_notice_type',
  'sys_notice_status',
  'sys_content_status',
]
