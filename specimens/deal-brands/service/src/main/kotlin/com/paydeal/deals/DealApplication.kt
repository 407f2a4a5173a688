package com.paydeal.deals

import org.springframework.boot.autoconfigure.SpringBootApplication
import org.springframework.boot.context.properties.ConfigurationPropertiesScan
import org.springframework.boot.runApplication

@SpringBootApplication
@ConfigurationPropertiesScan
class DealApplication

fun main(args: Array<String>) {
    runApplication<DealApplication>(*args)
}
