import type { TextKey } from '#shared/i18n/text'

/**
 * Pinyin and initials of searchable Chinese texts that do not come from the server, which sends those of its menu. A
 * test compares them with the server's.
 */
export const spellings: Readonly<Partial<Record<TextKey, string>>> = {
  'page.home': 'shouye sy',
  'page.analysis': 'zhijianfenxi zjfx',
  'page.bigScreen': 'chejiandaping cjdp',
  'page.qrCode': 'saoma sm',
  'shell.toDark': 'qiehuandaoshense qhdss',
  'shell.toLight': 'qiehuandaoqianse qhdqs',
  'shell.fullScreen': 'quanping qp',
  'shell.leaveFullScreen': 'tuichuquanping tcqp',
  'settings.title': 'yemianshezhi ymsz',
  'shell.signOut': 'tuichudenglu tcdl',
  'find.approve': 'shenpidengdaichulidejilu spddcldjl',
  'keys.title': 'jianpankuaijiejian jpkjj',
}

export const spellingOf = (key: TextKey): string => spellings[key] ?? ''
