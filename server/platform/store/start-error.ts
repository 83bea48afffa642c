/** Something the person who starts the server must put right; its message is one sentence that says what and how. */
export class StartError extends Error {}

/** Another server is using the data folder. */
export class FolderInUse extends StartError {}
