import { printError, printLines } from './terminal.ts'
import { deleteWorld, localDir } from './world.ts'

try {
  deleteWorld(localDir())
  printLines([`${localDir()} is deleted`])
} catch (error) {
  printError(error)
}
