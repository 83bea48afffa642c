/** Dialogs of saved views; the words of their menu are among those of every page. */
export const viewTexts = {
  'view.saveTitle': ['保存视图', 'Save a view'],
  'view.renameTitle': ['重命名视图', 'Rename the view'],
  'view.name': ['视图名称', 'Name of the view'],
  'view.nameHint': [
    '保存当前的筛选、排序、分组和列。“昨天”“上周”等时间段会随日期变化',
    'Saves filters, order, group and columns as they are. Periods such as yesterday and last week move with the date',
  ],
  'view.saveSubmit': ['保存视图', 'Save view'],
  'view.renameSubmit': ['重命名', 'Rename'],
  'view.shareTitle': ['共享视图“{name}”', 'Share the view “{name}”'],
  'view.opensWith': ['列表默认打开', 'Lists open with it'],
  'view.opensWithFor': ['角色{role}的列表默认打开此视图', 'Lists of the role {role} open with it'],
  'view.shareSubmit': ['保存共享', 'Save sharing'],
} as const
