import type { Command } from 'commander'
import { contextOf } from '../context.ts'
import type { Options } from '../webhooksListen.ts'
import { commandOf } from './operations.ts'

/** Registers the commands that watch until the end or Ctrl-C. Their modules are loaded on first use. */
export function registerLive(program: Command): void {
  const call = commandOf(program, 'calls')
    .command('watch')
    .argument('[call_id]')
    .summary('Stream live transcripts')
    .description(
      'Stream the status and the transcript of a call until it ends. Without an ID, stream all calls of the workspace.\n\nRequires the scope calls:read.',
    )
    .addHelpText('after', '\nExample:\n  $ callwright calls watch 1842')
    .action(async (id: string | undefined) => {
      const { watchCall, watchCalls } = await import('../callsWatch.ts')
      await (id === undefined ? watchCalls(contextOf(call)) : watchCall(contextOf(call), id))
    })
  const campaign = commandOf(program, 'campaigns')
    .command('watch')
    .argument('<campaign_id>')
    .summary('Show live progress of a campaign')
    .description('Show the progress of a campaign until it is completed or canceled. A paused campaign stays in view.\n\nRequires the scope campaigns:read.')
    .addHelpText('after', '\nExample:\n  $ callwright campaigns watch 12')
    .action(async (id: string) => (await import('../campaignsWatch.ts')).watchCampaign(contextOf(campaign), id))
  const webhooks = commandOf(program, 'webhooks')
    .command('listen')
    .summary('Forward events to a local URL')
    .description(
      'Forward new events to a URL that this computer can reach, signed like webhooks. No tunnel is needed, and configured webhooks do not change. ' +
        'The signing secret is CALLWRIGHT_WEBHOOK_SECRET. If it is not set, each run creates a new secret.\n\nRequires the scope webhooks:read.',
    )
    .option('--forward-to <url>', 'URL to forward events to (default: print events only)')
    .option('--events <types>', 'event types, such as call.completed,sms.received (default: all)')
    .option('--print', 'print the forwarded events')
    .addHelpText('after', '\nExample:\n  $ callwright webhooks listen --forward-to http://localhost:3000/hook --events call.completed')
    .action(async () => (await import('../webhooksListen.ts')).listen(contextOf(webhooks), webhooks.opts<Options>()))
}
