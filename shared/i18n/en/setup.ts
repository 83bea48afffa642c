import type { setupZh } from '../zh/setup'

export const setupEn = {
  'setup.restore': 'Restore a backup',
  'setup.restoreIntro':
    'Choose a backup file (caliper-….tar.gz). It is checked completely before it replaces the data; then sign in with an account from the backup.',
  'setup.restoreFile': 'Choose a backup',
  'setup.sending': 'Sending {name}',
  'setup.checking': 'Checking {name}; a large backup takes some minutes',
  'setup.restoredFrom':
    'The backup of {time} was restored: {users} {users|user|users}, {records} {records|record|records}. Sign in.',
} as const satisfies Record<keyof typeof setupZh, string>
