import { minPasswordLength } from '../../stores/app-info'
import { useText } from '../useText'

const levels = [
  { from: 16, name: 'strong' },
  { from: 12, name: 'good' },
  { from: 0, name: 'fair' },
] as const

/** How good a password's length is. Nothing else of it counts for as much, and nothing else is looked at. */
export function PasswordLength({ length }: { length: number }) {
  const t = useText()
  const min = minPasswordLength()
  const reached = levels.filter(({ from }) => length >= Math.max(from, min))
  const level = reached[0]?.name
  return (
    <p className="profile-strength" data-level={level}>
      {levels.map(({ name }, index) => (
        <i key={name} data-filled={index < reached.length} />
      ))}
      <span role="status">
        {level ? t(`profile.strength.${level}`) : t('profile.strength.short', { count: min - length })}
      </span>
    </p>
  )
}
