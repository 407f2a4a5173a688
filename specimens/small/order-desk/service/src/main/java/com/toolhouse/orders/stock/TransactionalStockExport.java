package com.toolhouse.orders.stock;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** All or nothing: levels that the ERP does not take are not marked as exported. */
@Component
@EnableScheduling
@ConditionalOnProperty(name = "orders.stock-export.mode", havingValue = "in-transaction")
class TransactionalStockExport {
    private final StockLevels levels;
    private final ErpClient erp;
    private final int articles;

    TransactionalStockExport(StockLevels levels, ErpClient erp, @Value("${orders.stock-export.articles}") int articles) {
        this.levels = levels;
        this.erp = erp;
        this.articles = articles;
    }

    @Transactional
    @Scheduled(fixedDelayString = "${orders.stock-export.pause}")
    public void export() {
        erp.push(levels.next(articles));
    }
}
