import { SERVICE_WORKER } from '#shared/pages'
import { buildName } from '../../stores/build'

/** Some browsers require a Trusted Types policy for script addresses; this is the only one. */
type Policies = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => {
    createScriptURL: (url: string) => string
  }
}

let isBegun = false

/**
 * The service worker stores this build on the device, after the first pages are drawn. Only over HTTPS or on this
 * machine: elsewhere browsers have no service workers.
 */
export function startWorker(): void {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer }
  if (isBegun || !serviceWorker || process.env.NODE_ENV !== 'production') return
  isBegun = true
  holdBuild()
  register(serviceWorker).catch(() => {
    isBegun = false // no network, or storage is disabled
  })
}

async function register(serviceWorker: ServiceWorkerContainer) {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies }
  const policy = trustedTypes?.createPolicy('service-worker', { createScriptURL: () => SERVICE_WORKER })
  const registration = await serviceWorker.register(policy?.createScriptURL(SERVICE_WORKER) ?? SERVICE_WORKER)
  follow(registration)
  registration.addEventListener('updatefound', () => follow(registration))
}

function follow({ installing, waiting }: ServiceWorkerRegistration) {
  if (waiting) void offer(waiting)
  installing?.addEventListener('statechange', ({ target }) => {
    const worker = target as ServiceWorker // the event's target is the worker
    if (worker.state === 'installed') void offer(worker)
  })
}

/** A lock shared by the windows of this build; it tells windows of another build about them. */
const lockOf = (build: string) => `build ${build}`

const holdBuild = () =>
  void navigator.locks.request(lockOf(buildName()), { mode: 'shared' }, () => new Promise(() => {}))

/**
 * The worker of a new build waits while a window of the old one is open: input there may still need the old files. It
 * takes over once all windows are of its own build; it recognizes itself by the name.
 */
async function offer(worker: ServiceWorker) {
  const { held = [] } = await navigator.locks.query()
  const builds = held.flatMap(({ name = '' }) => (name.startsWith(lockOf('')) ? [name] : []))
  if (builds.every((name) => name === lockOf(buildName()))) worker.postMessage(buildName()) // oxlint-disable-line unicorn/require-post-message-target-origin -- workers have none
}
