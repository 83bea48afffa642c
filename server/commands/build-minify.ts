import { minify } from '@swc/core'
import { join } from 'node:path'

/**
 * Minifies the chunks again, by what the bundler leaves to others: it does not inline functions that are called once, nor
 * join variables and conditions. Names of files stay: the bundler's output decides about both.
 */
export async function minifyScripts(outdir: string) {
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
      await file.write(code)
    }),
  )
}
