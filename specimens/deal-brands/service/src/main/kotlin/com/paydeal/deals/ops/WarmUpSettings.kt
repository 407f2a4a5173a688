package com.paydeal.deals.ops

import org.springframework.boot.context.properties.ConfigurationProperties

@ConfigurationProperties("deals.warm-up")
data class WarmUpSettings(val mode: Mode, val calls: Int) {
    enum class Mode { NONE, PING, LOGIC }
}
