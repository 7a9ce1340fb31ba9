// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {HostileToken} from "../mocks/HostileToken.sol";
import {MarketBase} from "../Marketplace/MarketBase.sol";
import {MarketplaceHandler} from "./MarketplaceHandler.sol";

/// @dev What holds after any sequence of actions, allowed or not.
contract MarketplaceInvariants is MarketBase {
    MarketplaceHandler private handler;
    uint256[3] private supply;

    function setUp() public override {
        super.setUp();
        HostileToken hostile = new HostileToken();
        _enable(address(hostile));
        handler = new MarketplaceHandler(market, platform, nft, other, usdc, hostile);
        for (uint256 i = 0; i < 5; ++i) {
            usdc.mint(handler.actors(i), 1e24);
            supply[0] += handler.actors(i).balance;
            supply[1] += 1e24;
            supply[2] += 1e24;
        }
        for (uint256 i = 0; i < 3; ++i) {
            address owner = handler.actors(i);
            _mint(nft, owner, i);
            _mint(other, owner, i);
        }
        handler.endow();
        bytes4[] memory actions = new bytes4[](15);
        actions[0] = MarketplaceHandler.list.selector;
        actions[1] = MarketplaceHandler.approve.selector;
        actions[2] = MarketplaceHandler.move.selector;
        actions[3] = MarketplaceHandler.deList.selector;
        actions[4] = MarketplaceHandler.void.selector;
        actions[5] = MarketplaceHandler.purchase.selector;
        actions[6] = MarketplaceHandler.offer.selector;
        actions[7] = MarketplaceHandler.cancel.selector;
        actions[8] = MarketplaceHandler.accept.selector;
        actions[9] = MarketplaceHandler.wait.selector;
        actions[10] = MarketplaceHandler.misbehave.selector;
        actions[11] = MarketplaceHandler.relent.selector;
        actions[12] = MarketplaceHandler.withdraw.selector;
        actions[13] = MarketplaceHandler.withdrawFees.selector;
        actions[14] = MarketplaceHandler.administer.selector;
        targetSelector(FuzzSelector(address(handler), actions));
        targetContract(address(handler));
    }

    /// @dev Every deposit is held or was paid out; what is held is an offer, a debt or a fee. The marketplace holds no token: each token
    /// has its recorded owner, and is listed if the records say so. This is one invariant, so that one campaign of the fuzzer checks
    /// everything.
    function invariant_moneyAndListingsMatchTheRecords() public view {
        for (uint256 i = 0; i < 3; ++i) {
            address currency = handler.currencies(i);
            uint256 held = _balance(currency, address(market));
            assertEq(held, handler.principal(currency) + handler.debtOf(currency) + handler.fees(currency));
            assertEq(market.feesOf(currency), handler.fees(currency));
            assertEq(market.owedFees(currency), 0);
            uint256 sum = held + _balance(currency, treasury) + _balance(currency, royalties);
            sum += _balance(currency, handler.elsewhere());
            for (uint256 a = 0; a < 5; ++a) sum += _balance(currency, handler.actors(a));
            assertEq(sum, supply[i]);
        }
        handler.checkListings();
        assertEq(nft.balanceOf(address(market)) + other.balanceOf(address(market)), 0);
    }

    function afterInvariant() public view {
        handler.checkOffers();
    }

    /// @dev 5,000 random actions reach each listed case of the handler more than ten times.
    function test_handlerReachesEveryCase() public {
        for (uint256 i = 0; i < 5000; ++i) {
            uint256 lot = uint256(keccak256(abi.encode(i)));
            (uint256 a, uint256 b, uint256 c, uint256 d) = (lot >> 16, lot >> 64, lot >> 112, lot >> 160);
            uint256 deed = lot % 15;
            if (deed == 0) handler.list(a, b, c, d, lot >> 208);
            else if (deed == 1) handler.approve(a, b);
            else if (deed == 2) handler.move(a, b);
            else if (deed == 3) handler.deList(a, b);
            else if (deed == 4) handler.void(a);
            else if (deed == 5) handler.purchase(a, b, c);
            else if (deed == 6) handler.offer(a, b, c, d, lot >> 208);
            else if (deed == 7) handler.cancel(a, b);
            else if (deed == 8) handler.accept(a, b, c);
            else if (deed == 9) handler.wait(a);
            else if (deed == 10) handler.misbehave(a, b);
            else if (deed == 11) handler.relent(a);
            else if (deed == 12) handler.withdraw(a, b);
            else if (deed == 13) handler.withdrawFees(a);
            else handler.administer(a, b);
        }
        string[16] memory all = [
            "listed",
            "delisted by the seller",
            "delisted by others",
            "purchased",
            "dead listing met",
            "listing not approved",
            "cut too high",
            "offered",
            "offer replaced",
            "cancelled by the offerer",
            "cancelled by others",
            "accepted",
            "debt",
            "withdrawn",
            "fees withdrawn",
            "refused"
        ];
        for (uint256 i = 0; i < all.length; ++i) {
            emit log_named_uint(all[i], handler.count(all[i]));
            assertGt(handler.count(all[i]), 10, all[i]);
        }
        invariant_moneyAndListingsMatchTheRecords();
        afterInvariant();
    }
}
