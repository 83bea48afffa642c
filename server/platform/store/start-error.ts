/** A problem for the person who starts the server. Its message is one sentence with the problem and the remedy. */
export class StartError extends Error {}

/** Another server is using the data folder. */
export class FolderInUse extends StartError {}
