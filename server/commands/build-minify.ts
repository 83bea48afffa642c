import { minify } from '@swc/core'
import { join } from 'node:path'
import { FRAME, type Metafile } from './build-styles'

const APPLICATION = 'client/main.tsx'
/** Makes Chromium compile all functions of a file during its load, off the main thread, not each at its call. */
const COMPILE_ALL = '//# allFunctionsCalledOnLoad\n'

/**
 * Minifies the chunks again, because the bundler neither inlines functions that are called once nor joins variables and
 * conditions. File names stay: the bundler's output decides about both.
 *
 * @param metafile of the application; chunks of its frame and of lists are marked for compilation at once
 */
export async function minifyScripts(outdir: string, { outputs }: Metafile) {
  const isOfFrame = (name: string) =>
    [APPLICATION, ...FRAME].some((file) => file in (outputs[`./${name}`]?.inputs ?? {}))
  const names = await Array.fromAsync(new Bun.Glob('assets/*.js').scan({ cwd: outdir }))
  await Promise.all(
    names.map(async (name) => {
      const file = Bun.file(join(outdir, name))
      const { code } = await minify(await file.text(), {
        module: true,
        ecma: 2022,
        compress: { ecma: 2022, passes: 6, keep_fargs: false },
        mangle: true,
      })
      await file.write(isOfFrame(name) ? COMPILE_ALL + code : code)
    }),
  )
}
