import { Module } from '@nestjs/common';
import { LedgerController } from './ledger.controller';
import { LedgerService } from './ledger.service';

@Module({ controllers: [LedgerController], providers: [LedgerService] })
export class LedgerModule {}
