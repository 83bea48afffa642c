/** One word of the command line: `caliper <name>`, the same from the sources and in the executable. */
export type Command = {
  /** One line for the list of commands. */
  summary: string
  /** What `--help` shows: usage, options, an example, and every exit code. */
  help: string
  /**
   * @param args what stands behind the name
   * @returns the exit code; nothing while a server keeps the process alive
   * @throws UsageError when it is used wrongly: told in one line with the way to `--help`, exit code 2
   * @throws StartError, SettingsError for what the person at the terminal can put right: told in one line, exit code 1, or 2 for settings
   */
  run(args: string[]): Promise<number | undefined>
}
