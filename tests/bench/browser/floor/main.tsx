import { useEffect, useState, type FormEvent } from 'react'
import { createRoot } from 'react-dom/client'
import { Link, useLocation } from 'wouter'
import type { Row } from '../floor-server'

/**
 * The least that an application like ours can be: a sign-in page, a menu, and six pages with a table of 20 rows from the
 * server. What it costs is the floor under the product.
 */
const pages = ['home', 'records', 'templates', 'users', 'roles', 'settings']

const call = async <Answer,>(path: string, init?: RequestInit): Promise<Answer> => (await fetch(path, init)).json()

function App() {
  const [path, go] = useLocation()
  if (path === '/login') return <SignIn onDone={() => go('/home')} />
  const name = path.slice(1)
  return (
    <div className="shell">
      <nav>
        {pages.map((page) => (
          <Link key={page} href={`/${page}`}>
            {page}
          </Link>
        ))}
      </nav>
      <main>
        <List key={name} name={name} />
      </main>
    </div>
  )
}

function SignIn({ onDone }: { onDone: () => void }) {
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const body = JSON.stringify(Object.fromEntries(new FormData(event.currentTarget)))
    await call('/api/login', { method: 'POST', body })
    onDone()
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <h1>Sign in</h1>
      <label>
        User
        <input name="username" autoComplete="username" />
      </label>
      <label>
        Password
        <input name="password" type="password" autoComplete="current-password" />
      </label>
      <button id="login">Sign in</button>
    </form>
  )
}

function List({ name }: { name: string }) {
  const [rows, setRows] = useState<Row[]>([])
  useEffect(() => {
    void call<Row[]>(`/api/list?of=${name}`).then(setRows)
  }, [name])
  return (
    <section id={`page-${name}`}>
      <h1>{name}</h1>
      <table>
        <thead>
          <tr>
            {Object.keys(rows[0] ?? {}).map((head) => (
              <th key={head}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {Object.values(row).map((cell) => (
                <td key={cell}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

createRoot(document.getElementById('root')!).render(<App />)
