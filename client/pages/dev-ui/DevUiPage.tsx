import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { themePresets } from '#shared/theme'
import { layout, setSize } from '../../stores/layout'
import { sizes } from '../../stores/setting-values'
import { settings, setLocale } from '../../stores/settings'
import { Button, IconButton } from '../../ui/Button'
import { Changes } from '../../ui/feedback/Changes'
import { CheckTree } from '../../ui/input/CheckTree'
import { confirm } from '../../ui/overlay/confirm'
import { EmptyState } from '../../ui/feedback/EmptyState'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { Icon } from '../../ui/icons/Icon'
import { iconNames } from '../../ui/icons/icons'
import { Menu } from '../../ui/overlay/Menu'
import { startProgress } from '../../ui/feedback/Progress'
import { Select } from '../../ui/input/Select'
import { Skeleton } from '../../ui/feedback/Skeleton'
import { Switch } from '../../ui/input/Switch'
import { Tag, type Tone } from '../../ui/feedback/Tag'
import { toast } from '../../ui/overlay/toast'
import { SampleFields, SampleForm } from './SampleForms'
import { SampleList } from './SampleList'
import { departmentChoices, SampleTree } from './SampleTree'
import './dev-ui.css'

const tones: Tone[] = ['ok', 'warn', 'ng', 'pending', 'info', 'sign']

/** The page is outside the shell, which has the query client of all other pages. */
const queryClient = new QueryClient()

/** All parts of the kit on one page, for developers. Only `bun run dev` serves it. */
export default function DevUiPage() {
  return (
    <QueryClientProvider client={queryClient}>
      <Parts />
    </QueryClientProvider>
  )
}

function Parts() {
  const { locale, themeColor, themeMode } = useSnapshot(settings)
  const { size } = useSnapshot(layout)
  const [isFormOpen, setIsFormOpen] = useState(false)
  const [checked, setChecked] = useState([4, 8])
  const [isOn, setIsOn] = useState(true)

  return (
    <main className="dev-ui">
      <h1>Client kit</h1>
      <div className="row wrap dev-ui-row">
        <Select
          label="Theme"
          value={themeMode}
          options={(['light', 'dark', 'system'] as const).map((value) => ({ value, label: value }))}
          onSelect={(value) => value && (settings.themeMode = value)}
        />
        <Select
          label="Language"
          value={locale}
          options={[
            { value: 'zh' as const, label: '中文' },
            { value: 'en' as const, label: 'English' },
          ]}
          onSelect={(value) => value && void setLocale(value)}
        />
        <Select
          label="Density"
          value={size}
          options={sizes.map((value) => ({ value, label: value }))}
          onSelect={(value) => value && setSize(value)}
        />
        {Object.keys(themePresets).map((seed) => (
          <button
            key={seed}
            type="button"
            className="dev-ui-seed"
            aria-label={seed}
            aria-pressed={seed === themeColor}
            style={{ background: seed }}
            onClick={() => (settings.themeColor = seed)}
          />
        ))}
      </div>

      <Part title="DataTable">
        <SampleList />
      </Part>

      <Part title="TreePage">
        <SampleTree />
      </Part>

      <div className="grid gap-24 dev-ui-columns">
        <Part title="TreeSelect, MultiSelect">
          <SampleFields />
        </Part>
        <Part title="Changes">
          <Changes
            before={{
              nickName: '王芳',
              deptId: 7,
              phone: '13800000000',
              roleIds: [2, 3],
              isLocked: false,
              password: '***',
            }}
            after={{ nickName: '王方', deptId: 3, phone: '', roleIds: [3], isLocked: true, password: '***' }}
          />
        </Part>
      </div>

      <Part title="Button, IconButton, Menu">
        <Button variant="primary" icon="plus">
          新建记录
        </Button>
        <Button icon="external">导出 Export</Button>
        <Button variant="text">More</Button>
        <Button variant="danger">删除 3 条记录</Button>
        <Button variant="primary" busy>
          保存
        </Button>
        <Button disabled>Disabled</Button>
        <IconButton label="刷新 Refresh" icon="refresh" size={20} />
        <Menu
          label="Operator"
          trigger={<Button icon="user">管理员</Button>}
          items={[
            { key: 'profile', label: '个人中心 Profile', icon: 'user', onSelect: () => toast.show('Profile') },
            { key: 'lock', label: '锁定 Lock', icon: 'lock', disabled: true, onSelect: () => {} },
            'separator',
            {
              key: 'leave',
              label: '退出登录 Sign out',
              icon: 'logout',
              shortcut: 'Alt+Q',
              onSelect: () => void leave(),
            },
          ]}
        />
      </Part>

      <Part title="Dialog, confirm, toast, progress">
        <Button onClick={() => setIsFormOpen(true)}>Form dialog</Button>
        <Button onClick={() => void leave()}>Confirm</Button>
        <Button onClick={() => void removeRows()}>Confirm a deletion</Button>
        <Button onClick={() => toast.show('已复制 Copied')}>Toast</Button>
        <Button onClick={() => toast.show('角色已删除 Role deleted', undo)}>Toast with undo</Button>
        <Button onClick={() => toast.show('批次 B-1107 已被引用，不能删除。可改为停用。', { tone: 'error' })}>
          Toast of an error
        </Button>
        <Button onClick={() => setTimeout(startProgress(), 3000)}>Progress</Button>
        <SampleForm open={isFormOpen} onClose={() => setIsFormOpen(false)} />
      </Part>

      <Part title="Tag">
        {tones.map((tone) => (
          <Tag key={tone} tone={tone}>
            {tone}
          </Tag>
        ))}
      </Part>

      <div className="grid gap-24 dev-ui-columns">
        <Part title="CheckTree">
          <CheckTree label="部门 Departments" nodes={departmentChoices} checked={checked} onChange={setChecked} />
        </Part>
        <Part title="Switch, Skeleton">
          <Switch label="固定头部 Fixed header" checked={isOn} onChange={setIsOn} />
          <Switch label="不可用 Disabled" checked={false} disabled onChange={() => {}} />
          <Skeleton width="60%" />
        </Part>
        <Part title="EmptyState">
          <EmptyState text="还没有记录，从第一条开始。" action={<Button variant="primary">新建记录</Button>} />
        </Part>
        <Part title="ErrorState">
          <ErrorState error={new Error('服务器连接异常，请检查服务器！')} onRetry={() => toast.show('…')} />
        </Part>
      </div>

      <Part title="Icon">
        <ul className="dev-ui-icons">
          {iconNames.map((name) => (
            <li key={name}>
              <Icon name={name} size={20} />
              <small>{name}</small>
            </li>
          ))}
        </ul>
      </Part>
    </main>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="dev-ui-part">
    <h2>{title}</h2>
    <div className="row wrap dev-ui-row">{children}</div>
  </section>
)

const undo = { tone: 'success', timeoutMs: 8000, action: { label: '撤销 Undo', onClick: () => {} } } as const

const leave = () =>
  confirm({ title: '提示', text: '确定注销并退出系统吗？', confirmLabel: '确定', cancelLabel: '取消' })

const removeRows = () =>
  confirm({
    title: '删除 3 条记录？',
    text: '删除后无法恢复。',
    confirmLabel: '删除 3 条记录',
    tone: 'danger',
  })
