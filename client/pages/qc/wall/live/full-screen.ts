/** Fills the screen. A browser that refuses says so itself. */
export const fillScreen = (): void => void document.documentElement.requestFullscreen?.().catch(() => {})

export function giveScreenBack(): void {
  if (document.fullscreenElement) void document.exitFullscreen().catch(() => {})
}

export const toggleScreen = (): void => (document.fullscreenElement ? giveScreenBack() : fillScreen())
