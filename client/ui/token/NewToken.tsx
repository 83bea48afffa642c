import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { OwnTokenInput, ServiceTokenInput, type ApiTokenCreated, type ScopeGroup } from '#shared/access/api-token'
import { dayOf } from '#shared/format/time'
import { z } from '#shared/zod'
import { ownTokenApi, tokenApi } from '../../api/access/api-token'
import { ErrorState } from '../feedback/ErrorState'
import { Skeleton } from '../feedback/Skeleton'
import { FieldConflict } from '../form/ConflictChoice'
import { InputField, PasswordField, SelectField } from '../form/fields'
import { FormFooter } from '../form/FormFooter'
import { useSchemaForm } from '../form/useSchemaForm'
import { CheckTree } from '../input/CheckTree'
import { addDays } from '../input/days'
import { Dialog } from '../overlay/Dialog'
import { ProductField } from '../qc/select/ProductSelect'
import { useLocale, useText } from '../useText'
import { CreatedToken } from './CreatedToken'
import './token.css'

/** The lifetimes to choose from, in days, besides unlimited. */
const LIFETIMES = [30, 90, 365]

type NewTokenProps = { isService: boolean; onMade: () => void; onClose: () => void }

/** Creates a token, and shows it once. */
export default function NewToken({ isService, onMade, onClose }: NewTokenProps) {
  const t = useText()
  const [created, setCreated] = useState<ApiTokenCreated>()
  const [isChanged, setIsChanged] = useState(false)

  function show(token: ApiTokenCreated) {
    setIsChanged(false)
    setCreated(token)
    onMade()
  }

  return (
    <Dialog
      title={t(isService ? 'apiToken.makeService' : 'apiToken.make')}
      open
      size="medium"
      isChanged={isChanged}
      onClose={onClose}
    >
      {created ? (
        <CreatedToken created={created} onDone={onClose} />
      ) : (
        <TokenForm isService={isService} onChanged={() => setIsChanged(true)} onCreated={show} onClose={onClose} />
      )}
    </Dialog>
  )
}

/** An own token needs the password, a service token an account; the other field stays empty. */
const ofOwn = OwnTokenInput.extend({ username: z.string() })
const ofService = ServiceTokenInput.extend({ password: z.string() })
type Entered = z.ZodType<z.output<typeof ofOwn>, z.input<typeof ofOwn>>

type TokenFormProps = {
  isService: boolean
  onChanged: () => void
  onCreated: (created: ApiTokenCreated) => void
  onClose: () => void
}

function TokenForm({ isService, onChanged, onCreated, onClose }: TokenFormProps) {
  const t = useText()
  const [today] = useState(() => dayOf(new Date()))
  const ends = LIFETIMES.map((days) => ({ days, day: addDays(today, days) }))
  const schema: Entered = isService ? ofService : ofOwn
  const { input, select, selectProps, fieldProps, formProps, formState } = useSchemaForm(schema, {
    defaults: { name: '', username: '', scopes: [], productId: null, expiresAt: ends[1]!.day, password: '' },
    async save({ username, password, ...token }) {
      onCreated(
        await (isService ? tokenApi.create({ ...token, username }) : ownTokenApi.create({ ...token, password })),
      )
    },
  })
  const scopes = selectProps('scopes')

  return (
    <form {...formProps} onChange={onChanged}>
      <div className="field-columns">
        <InputField {...input('name')} label={t('apiToken.name')} placeholder={t('apiToken.nameExample')} required />
        {isService && (
          <InputField
            {...input('username')}
            label={t('apiToken.account')}
            hint={t('apiToken.accountHint')}
            required
            isCode
          />
        )}
        <SelectField
          {...select('expiresAt')}
          label={t('apiToken.end')}
          placeholder={t('apiToken.noEnd')}
          options={ends.map(({ days, day }) => ({ value: day, label: t('apiToken.days', { days, day }) }))}
        />
        <ProductField
          {...select('productId')}
          label={t('apiToken.product')}
          placeholder={t('apiToken.anyLine')}
          hint={t('apiToken.productHint')}
        />
      </div>
      <div className="field token-scope-field">
        <p className="field-label">{t('apiToken.scopes')}</p>
        <p className="field-hint">{t('apiToken.scopesHint')}</p>
        <Scopes
          chosen={scopes.value ?? []}
          onChoose={(tags) => {
            scopes.onSelect(tags)
            onChanged()
          }}
        />
        <FieldConflict label={t('apiToken.scopes')} {...fieldProps('scopes')} />
      </div>
      {!isService && (
        <PasswordField {...input('password')} label={t('apiToken.password')} autoComplete="current-password" required />
      )}
      <FormFooter onCancel={onClose} isBusy={formState.isSubmitting}>
        {t('apiToken.create')}
      </FormFooter>
    </form>
  )
}

type ScopesProps = { chosen: readonly string[]; onChoose: (tags: string[]) => void }

/** The permissions that the operator may grant, grouped by pages of the menu. */
function Scopes({ chosen, onChoose }: ScopesProps) {
  const t = useText()
  const locale = useLocale()
  const { data, error, refetch } = useQuery({
    queryKey: ['api-token', 'scopes', locale],
    queryFn: ({ signal }) => ownTokenApi.scopes(signal),
    staleTime: 0,
  })
  const { nodes, tags } = useMemo(() => treeOf(data ?? []), [data])
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <div className="token-scope-choice">
      {data ? (
        <CheckTree
          label={t('apiToken.scopes')}
          nodes={nodes}
          checked={[...tags].flatMap(([id, tag]) => (chosen.includes(tag) ? [id] : []))}
          onChange={(ids) => onChoose(ids.flatMap((id) => tags.get(id) ?? []))}
        />
      ) : (
        <Skeleton height="240px" />
      )}
    </div>
  )
}

/** The pages and their permissions as a tree with numbered nodes. */
function treeOf(groups: readonly ScopeGroup[]) {
  const tags = new Map<number, string>()
  let last = 0
  const nodes = groups.map(({ title, scopes }) => ({
    id: ++last,
    label: title,
    children: scopes.map((scope) => {
      tags.set(++last, scope.tag)
      return { id: last, label: scope.title }
    }),
  }))
  return { nodes, tags }
}
