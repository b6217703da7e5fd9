import { Module } from '@nestjs/common';
import { LedgerController } from './ledger.controller';
import { LedgerRepository } from './ledger.repository';
import { LedgerService } from './ledger.service';

/** The purchase ledger. */
@Module({ controllers: [LedgerController], providers: [LedgerService, LedgerRepository] })
export class LedgerModule {}
