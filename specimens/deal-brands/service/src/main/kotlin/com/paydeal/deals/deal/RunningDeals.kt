package com.paydeal.deals.deal

import org.springframework.stereotype.Component
import java.time.LocalDateTime

/** Deals that are on. */
@Component
class RunningDeals(private val deals: DealRepository) {
    fun byCode(code: String): Deal =
        deals.findByCode(code)?.takeIf { it.isOn(LocalDateTime.now()) } ?: throw DealNotFoundException(code)
}

class DealNotFoundException(code: String) : RuntimeException("deal $code is not on")
