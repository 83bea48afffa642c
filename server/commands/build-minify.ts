import { minify } from '@swc/core'
import { join } from 'node:path'
import { FRAME, type Metafile } from './build-styles'

const APPLICATION = 'client/main.tsx'
/** Has Chromium compile all functions of a file while it is loaded, beside the page, instead of each when it is called. */
const COMPILE_ALL = '//# allFunctionsCalledOnLoad\n'

/**
 * Minifies the chunks again, by what the bundler leaves to others: it does not inline functions that are called once, nor
 * join variables and conditions. Names of files stay: the bundler's output decides about both.
 *
 * @param metafile of the application; chunks of its frame and of lists are marked to be compiled at once
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
        compress: { ecma: 2022, passes: 3, keep_fargs: false },
        mangle: true,
      })
      await file.write(isOfFrame(name) ? COMPILE_ALL + code : code)
    }),
  )
}
