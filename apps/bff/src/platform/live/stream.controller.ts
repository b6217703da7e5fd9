import type { Writable } from 'node:stream';
import {
  Controller,
  Get,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  Req,
  Res,
} from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { liveHeartbeatMs } from '@tessera/domain';
import { CurrentAccount } from '../access/caller';
import { AnySession, ServiceTokens } from '../access/permit';
import { hideFromViewer } from '../access/views';
import { type Account, signedInUserId } from '../auth/account';
import { SessionCache } from '../auth/session-cache';
import { Config } from '../config/config';
import { ApiError } from '../errors/api-error';
import type { Audience } from './frames';
import { Live } from './live';
import { LiveMetrics } from './live-metrics';

/** Bytes that may be buffered for a client; past them its events are dropped until it has read them. */
const MAX_BACKLOG_BYTES = 256 * 1024;
/** A client that reads nothing for this long is disconnected. */
const STALLED_MS = 30_000;

/** Writes events to one client. A slow client's events are dropped; once it reads again, it gets a resync event. */
export class StreamWriter {
  private behindSince: number | null = null;

  /** `resync` returns the event for a client that missed some; `now` returns milliseconds. */
  constructor(
    private readonly out: Writable,
    private readonly resync: () => string,
    private readonly now: () => number = () => performance.now(),
  ) {
    out.on('drain', () => this.caughtUp());
  }

  send(text: string | Buffer): void {
    if (this.behindSince !== null) return;
    this.out.write(text);
    if (this.out.writableLength > MAX_BACKLOG_BYTES) this.behindSince = this.now();
  }

  /** Sends a heartbeat, or closes a connection whose client has stopped reading. */
  ping(): void {
    if (this.behindSince !== null && this.now() - this.behindSince > STALLED_MS) this.out.destroy();
    else this.send(': ping\n\n');
  }

  private caughtUp(): void {
    if (this.behindSince === null) return;
    this.behindSince = null;
    this.send(this.resync());
  }
}

/** How often open streams are checked, so that a stream ends within a second of its session's end. */
const CHECK_MS = 450;

type Open = { account: Account; end: () => void; outlet: StreamWriter };

/** `GET /api/stream`. */
@ApiTags('Stream')
@Controller('stream')
export class StreamController implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly open = new Set<Open>();
  private readonly timers: NodeJS.Timeout[] = [];
  private checking = false;

  constructor(
    private readonly live: Live,
    private readonly sessions: SessionCache,
    private readonly config: Config,
    metrics: LiveMetrics,
  ) {
    metrics.countStreams(() => this.open.size);
    sessions.onChange((ids) => void this.check(new Set(ids)));
  }

  onApplicationBootstrap(): void {
    this.timers.push(setInterval(() => void this.check(), CHECK_MS));
    this.timers.push(
      setInterval(() => {
        for (const { outlet } of this.open) outlet.ping();
      }, liveHeartbeatMs),
    );
  }

  onApplicationShutdown(): void {
    for (const timer of this.timers) clearInterval(timer);
  }

  @Get()
  @ApiOperation({
    summary: 'Stream changes as server-sent events',
    description:
      '`ready` comes first; unnamed events are `{ topic, id, change, row? }`; `resync` means that the client must refetch its rows.',
  })
  @AnySession()
  @ServiceTokens(true)
  @ApiProduces('text/event-stream')
  @ApiHeader({ name: 'Last-Event-ID', required: false })
  @ApiResponse({
    status: 200,
    description: 'Server-sent events',
    content: {
      'text/event-stream': {
        schema: {
          type: 'string',
          example: 'event: ready\ndata: {}\n\ndata: {"topic":"tasks","id":120,"change":"update"}\n\n',
        },
      },
    },
  })
  stream(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @CurrentAccount() account: Account,
  ): void {
    this.requireFreeStream(account);
    const { raw } = reply;
    const lastEventId = request.headers['last-event-id'];
    const rehearsal = request.caller?.rehearsal;
    void reply.hijack();
    // The stream ends with its connection, so frames need no chunked encoding.
    raw.useChunkedEncodingByDefault = false;
    raw.writeHead(200, {
      'X-Request-Id': request.id,
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
      Connection: 'close',
    });
    // A HEAD request gets the headers only (RFC 9110, 9.3.2).
    if (request.method === 'HEAD') return void raw.end();
    // A stream is open for hours: don't keep the request's headers, above all its token, in memory.
    request.raw.headers = {};
    request.raw.rawHeaders.length = 0;
    const outlet = new StreamWriter(raw, () => this.live.resyncEvent());
    const end = () => void raw.end();
    const entry: Open = { account, end, outlet };
    this.open.add(entry);
    outlet.send('retry: 1000\n\n');
    const leave = this.live.subscribe(
      {
        audience: { ...audienceOf(account), ...(rehearsal && { realmId: rehearsal.realmId }) },
        send: account.viewer ? (text) => outlet.send(hideFromViewer(text)) : (text) => outlet.send(text),
        end,
      },
      typeof lastEventId === 'string' && lastEventId !== '' ? lastEventId : undefined,
    );
    raw.on('close', () => {
      leave();
      this.open.delete(entry);
    });
    raw.on('error', () => raw.destroy());
  }

  /** @throws 429 when the session or the user has reached its limit of open streams in this process */
  private requireFreeStream(caller: Account): void {
    const userId = signedInUserId(caller);
    const { perSession, perUser } = this.config.streams;
    const ofUser = [...this.open].filter(({ account }) => signedInUserId(account) === userId);
    const ofSession = ofUser.filter(({ account }) => account.sessionId === caller.sessionId);
    const full = ofSession.length >= perSession ? perSession : ofUser.length >= perUser ? perUser : null;
    if (full === null) return;
    throw new ApiError('RATE_LIMIT', `${full} live streams are already open. Close some first.`, {
      retryAfter: 15,
    });
  }

  /**
   * Ends the streams of sessions that have ended, that view the console as another person, or whose realm, role or duties have
   * changed, or whose realm was suspended or separates other acts, and of users who must set up a second factor.
   */
  private async check(only?: ReadonlySet<string>): Promise<void> {
    const checked = [...this.open].filter(({ account }) => !only || only.has(account.sessionId));
    if (checked.length === 0 || (this.checking && !only)) return;
    if (!only) this.checking = true;
    try {
      const ids = [...new Set(checked.map(({ account }) => account.sessionId))];
      const live = new Map(
        (await this.sessions.findAccounts(ids)).map((account) => [account.sessionId, account]),
      );
      for (const { account, end } of checked) {
        const now = live.get(account.sessionId);
        if (
          !now ||
          now.userId !== account.userId ||
          now.role !== account.role ||
          now.duties.join() !== account.duties.join() ||
          now.realmId !== account.realmId ||
          now.realmSuspended !== account.realmSuspended ||
          now.separateReversal !== account.separateReversal ||
          now.secondFactorDue !== account.secondFactorDue
        )
          end();
      }
    } catch {
      // An unreachable database ends no session; the next check follows soon.
    } finally {
      if (!only) this.checking = false;
    }
  }
}

const audienceOf = ({ role, realmId, userId }: Account): Audience => ({
  realmId: role === 'admin' ? 'all' : realmId,
  userId,
});
