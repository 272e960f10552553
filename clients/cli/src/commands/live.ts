import type { Command } from 'commander'
import { contextOf } from '../context.ts'
import type { Options } from '../webhooksListen.ts'
import { commandOf } from './operations.ts'

/** What goes on until it is over or Ctrl-C. What it takes is loaded once it is wanted. */
export function registerLive(program: Command): void {
  const call = commandOf(program, 'calls')
    .command('watch')
    .argument('[call_id]')
    .summary('what is said in a call, or in all of them, as it is spoken')
    .description('Tells how a call goes on and what is said until it is over; without an id every call of the workspace.\n\nNeeds the scope calls:read.')
    .addHelpText('after', '\nExample:\n  $ callwright calls watch 1842')
    .action(async (id: string | undefined) => {
      const { watchCall, watchCalls } = await import('../callsWatch.ts')
      await (id === undefined ? watchCalls(contextOf(call)) : watchCall(contextOf(call), id))
    })
  const campaign = commandOf(program, 'campaigns')
    .command('watch')
    .argument('<campaign_id>')
    .summary('how far a campaign is, until it is over')
    .description('Tells how far a campaign is until it is completed or cancelled; a paused one is watched on.\n\nNeeds the scope campaigns:read.')
    .addHelpText('after', '\nExample:\n  $ callwright campaigns watch 12')
    .action(async (id: string) => (await import('../campaignsWatch.ts')).watchCampaign(contextOf(campaign), id))
  const webhooks = commandOf(program, 'webhooks')
    .command('listen')
    .summary('hands events on to your own machine, without a tunnel')
    .description(
      'Hands every event from now on to an address of yours, signed as a webhook is, also where the internet does not reach it; webhooks that are set go on as they ' +
        'are. The signing secret is CALLWRIGHT_WEBHOOK_SECRET, else a new one each time.\n\nNeeds the scope webhooks:read.',
    )
    .option('--forward-to <url>', 'where to send them; printed only when absent')
    .option('--events <types>', 'types to hear of, such as call.completed,sms.received; all when absent')
    .option('--print', 'print what is sent')
    .addHelpText('after', '\nExample:\n  $ callwright webhooks listen --forward-to http://localhost:3000/hook --events call.completed')
    .action(async () => (await import('../webhooksListen.ts')).listen(contextOf(webhooks), webhooks.opts<Options>()))
}
