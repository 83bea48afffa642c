/** Loaded ahead of the servers of browser tests. */
import { hashCheaply } from '../password'

hashCheaply()
