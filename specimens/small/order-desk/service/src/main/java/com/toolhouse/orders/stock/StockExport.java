package com.toolhouse.orders.stock;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Marks first and exports afterwards: levels that the ERP does not take are exported again with their next turn. */
@Component
@EnableScheduling
@ConditionalOnProperty(name = "orders.stock-export.mode", havingValue = "after-commit")
class StockExport {
    private final StockLevels levels;
    private final ErpClient erp;
    private final int articles;

    StockExport(StockLevels levels, ErpClient erp, @Value("${orders.stock-export.articles}") int articles) {
        this.levels = levels;
        this.erp = erp;
        this.articles = articles;
    }

    @Scheduled(fixedDelayString = "${orders.stock-export.pause}")
    void export() {
        erp.push(levels.next(articles));
    }
}
