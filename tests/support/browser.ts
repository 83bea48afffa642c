/** What code of the client asks of the browser as soon as it is loaded; import this before it. */
Object.assign(globalThis, { matchMedia: () => new EventTarget(), document: { cookie: '' } })
