import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { MenuIconName } from '#shared/icons'
import type { PickerProps } from '../../../ui/input/ChoiceButton'
import { Icon } from '../../../ui/icons/Icon'
import { PickerFrame, PickerSearch } from '../../../ui/input/Picker'
import { useText } from '../../../ui/useText'
import './IconPicker.css'

/** The number of columns, as in the style sheet. */
const COLUMNS = 6

type IconPickerProps = PickerProps & {
  names: readonly string[]
  chosen: string
  onChoose: (name: string) => void
}

/** The picker of an `IconSelect`. The focus stays in the search; the arrows move through the grid, Enter chooses. */
export default function IconPicker({ names, chosen, onChoose, ...picker }: IconPickerProps) {
  const { id, label } = picker
  const t = useText()
  const list = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [current, setCurrent] = useState(chosen)
  const matches = names.filter((name) => isIconMeant(name, text))
  const active = matches.includes(current) ? current : matches[0]
  const nameOf = (name: string) => `${id}-${name}`

  useEffect(() => {
    list.current?.querySelector('[data-active=true]')?.scrollIntoView({ block: 'nearest' })
  }, [active])

  function onKeyDown(event: KeyboardEvent) {
    if (!active || event.ctrlKey || event.altKey || event.metaKey || event.nativeEvent.isComposing) return
    const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: COLUMNS, ArrowUp: -COLUMNS }
    const step = steps[event.key]
    if (step === undefined && event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
    if (step === undefined) onChoose(active)
    else setCurrent(matches[matches.indexOf(active) + step] ?? active)
  }

  return (
    <PickerFrame {...picker} className="icon-picker" onKeyDown={onKeyDown}>
      <PickerSearch
        list={`${id}-icons`}
        active={active && nameOf(active)}
        label={t('menu.iconSearch')}
        text={text}
        onText={setText}
      />
      <div ref={list} id={`${id}-icons`} role="listbox" aria-label={label} className="icon-picker-grid" tabIndex={-1}>
        {matches.map((name) => (
          <span
            key={name}
            id={nameOf(name)}
            role="option"
            aria-label={name}
            aria-selected={name === chosen}
            title={name}
            className="icon-picker-entry"
            tabIndex={-1}
            data-active={name === active}
            onPointerMove={() => setCurrent(name)}
            onClick={() => onChoose(name)}
          >
            <Icon name={name} size={20} />
          </span>
        ))}
      </div>
      <p className="note icon-picker-name" role="status">
        {matches.length === 0 ? t('choice.noMatch') : active}
      </p>
    </PickerFrame>
  )
}

/** Chinese search words of the icons. */
const words: Record<MenuIconName, string> = {
  inbox: '待办 收件箱 任务',
  dashboard: '仪表盘 首页 概况',
  user: '用户 人员 账号',
  peoples: '角色 人员 团队 用户组',
  tree: '部门 组织 树 结构',
  'tree-table': '菜单 树 层级 目录',
  pass: '岗位 通行证 工牌 证件',
  education: '字典 学习 培训 知识',
  swagger: '参数 接口 设置',
  log: '日志 记录',
  logininfor: '登录日志 登录 信息',
  skill: '技能 工具 能力',
  'api-server': '系统 服务器 接口',
  'api-doc': '接口 文档',
  'system-tools': '系统工具 工具 设置 齿轮',
  'time-range': '时间 定时 时钟 周期',
  job: '任务 定时任务 工作',
  druid: '数据库 监控 数据',
  'dev-tools': '开发工具 开发 工具',
  message: '通知 消息',
  send: '发送 邮件',
  guide: '指南 引导 帮助',
  code: '代码 程序',
  build: '工厂 产线 构建 生成',
  bug: '错误 缺陷 故障 异常',
  form: '表单 录入 填写',
  documentation: '文档 说明 文件',
  chart: '图表 统计 分析',
  bell: '铃 提醒 通知 信号',
  monitor: '监控 显示器 屏幕 会话',
  validCode: '验证码 验证 校验 质检',
  qrcode: '二维码 扫码 标签',
  component: '批次 箱 包 组件 物料',
  online: '会话 在线 登录 用户',
  dict: '字典 词典',
  audit: '审计 审查 检查',
}

/** True if the search matches part of the icon's name or of a synonym. */
function isIconMeant(name: string, search: string): boolean {
  const synonyms = Object.hasOwn(words, name) ? words[name as MenuIconName] : '' // checked in the condition
  return `${name} ${synonyms}`.toLowerCase().includes(search.trim().toLowerCase())
}
