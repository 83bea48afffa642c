const ENTER = /[\r\n]/
const CTRL_C = '\x03'
const CTRL_D = '\x04'
const BACKSPACE = /[\x7f\b]/

/** Asks the person at the terminal for a line that is not shown. Ctrl-C and Ctrl-D end the process. */
export async function askHidden(question: string): Promise<string> {
  const { stdin, stderr } = process
  stdin.setRawMode(true) // before the question: who answers at once is not shown either
  stderr.write(question)
  stdin.setEncoding('utf8')
  stdin.resume()
  try {
    return await new Promise<string>((resolve) => {
      let line: string[] = []
      stdin.on('data', function take(chunk: string) {
        for (const char of chunk) {
          if (char === CTRL_C || char === CTRL_D) {
            stdin.setRawMode(false)
            stderr.write('\nNothing was changed.\n')
            process.exit(130)
          }
          if (ENTER.test(char)) {
            stdin.off('data', take)
            return resolve(line.join(''))
          }
          if (BACKSPACE.test(char)) line = line.slice(0, -1)
          else line.push(char)
        }
      })
    })
  } finally {
    stdin.setRawMode(false)
    stdin.pause()
    stderr.write('\n')
  }
}
