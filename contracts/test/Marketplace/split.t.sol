// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Collection} from "../../src/Collection.sol";
import {Marketplace} from "../../src/Marketplace.sol";
import {MarketBase} from "./MarketBase.sol";

/// @dev A platform that returns any fee that a test sets.
contract GreedyPlatform {
    uint256 public feeBps;
    address public treasuryAddress;

    function set(uint256 bps, address to) external {
        (feeBps, treasuryAddress) = (bps, to);
    }

    function getPlatformFees(address) external view returns (uint256, address) {
        return (feeBps, treasuryAddress);
    }
}

/// @dev How a price is divided: limits, the seller's maximum, and that the parts add up.
contract SplitTest is MarketBase {
    function setUp() public override {
        super.setUp();
        vm.prank(seller);
        nft.setApprovalForAll(address(market), true);
    }

    function _assertSplit(uint256 price, uint256 fee, uint256 royalty, address receiver) private view {
        (uint256 toSeller, uint256 itsFee, uint256 itsRoyalty, address itsReceiver) =
            market.getSplit(address(nft), ID, seller, price);
        assertEq(itsFee, fee, "fee");
        assertEq(itsRoyalty, royalty, "royalty");
        assertEq(itsReceiver, receiver, "receiver");
        assertEq(toSeller, price - fee - royalty, "rest");
    }

    /// @dev The seller accepts the buyer's offer for its token.
    function _sell(uint256 price, uint256 maxCutBps) private {
        vm.prank(buyer);
        market.createOffer{value: price}(address(nft), ID, price, NATIVE, block.timestamp);
        vm.prank(seller);
        market.acceptOffer(address(nft), ID, buyer, price, NATIVE, maxCutBps);
    }

    function test_paysTheCollectionsRoyalty() public {
        _assertSplit(PRICE, FEE, ROYALTY, royalties);
        _setRoyalty(stranger, 1);
        _assertSplit(PRICE, FEE, PRICE / 10_000, stranger);
        _sell(PRICE, 2000);
        assertEq(stranger.balance, 1e30 + PRICE / 10_000);
        assertEq(seller.balance, 1e30 + PRICE - FEE - PRICE / 10_000);
    }

    /// @dev No collection takes more than MAX_ROYALTY_BPS, so the seller gets at least seven tenths.
    function test_limitsFeeAndRoyalty() public {
        assertEq(nft.MAX_ROYALTY_BPS(), market.MAX_ROYALTY_BPS());
        Collection.Terms memory terms =
            Collection.Terms("Doors", "DOOR", "Hills", "ipfs://image", "ipfs://banner", "", royalties, market.MAX_ROYALTY_BPS());
        vm.prank(creator);
        nft = factory.createCollection(terms, "dear");
        _mint(seller, ID);
        vm.prank(owner);
        platform.setDefaultFees(2000);
        _assertSplit(PRICE, PRICE / 5, PRICE / 10, royalties);
        vm.prank(seller);
        nft.setApprovalForAll(address(market), true);
        _sell(PRICE, 3000);
        assertEq(seller.balance, 1e30 + PRICE * 7 / 10);
    }

    function test_paysNoRoyaltyToTheSellerOrTheMarketplace() public {
        address[2] memory recipients = [address(market), seller];
        for (uint256 i = 0; i < 2; ++i) {
            _setRoyalty(recipients[i], ROYALTY_BPS);
            _assertSplit(PRICE, FEE, 0, address(0));
        }
        _sell(PRICE, 1000);
        assertEq(seller.balance, 1e30 + PRICE - FEE);
        assertEq(address(market).balance, FEE);
    }

    function test_paysNoZeroRoyalty() public {
        _setRoyalty(royalties, 0);
        _assertSplit(PRICE, FEE, 0, royalties);
        _sell(PRICE, 1000);
        assertEq(seller.balance, 1e30 + PRICE - FEE);
    }

    /// @dev With any amount of gas a sale either fails or pays the royalty.
    function test_noGasLimitSkipsTheRoyalty() public {
        vm.prank(buyer);
        market.createOffer{value: PRICE}(address(nft), ID, PRICE, NATIVE, EXPIRES);
        bytes memory call = abi.encodeCall(Marketplace.acceptOffer, (address(nft), ID, buyer, PRICE, NATIVE, CUT_BPS));
        uint256 snapshot = vm.snapshotState();
        uint256 sold;
        for (uint256 gas = 40_000; gas < 800_000; gas += 2000) {
            vm.prank(seller);
            (bool ok,) = address(market).call{gas: gas}(call);
            if (!ok) continue;
            ++sold;
            assertEq(royalties.balance, ROYALTY, "starved");
            vm.revertToState(snapshot);
        }
        assertGt(sold, 100);
    }

    function test_usesCustomFees() public {
        vm.prank(owner);
        platform.setCustomFees(seller, 0);
        _assertSplit(PRICE, 0, ROYALTY, royalties);
        vm.prank(owner);
        platform.setCustomFees(seller, 2000);
        _assertSplit(PRICE, PRICE / 5, ROYALTY, royalties);
        _sell(PRICE, 2500);
        assertEq(market.feesOf(NATIVE), PRICE / 5);
    }

    /// @dev The platform's fee is limited to the marketplace's own cap.
    function test_limitsThePlatformsFee() public {
        GreedyPlatform greedy = new GreedyPlatform();
        vm.etch(address(platform), address(greedy).code);
        greedy = GreedyPlatform(address(platform));
        uint256[3] memory fees = [uint256(2001), 10_000, type(uint256).max];
        for (uint256 i = 0; i < 3; ++i) {
            greedy.set(fees[i], treasury);
            _assertSplit(PRICE, PRICE / 5, ROYALTY, royalties);
        }
        _sell(PRICE, 2500);
        assertEq(seller.balance, 1e30 + PRICE * 3 / 4);
    }

    // ---- The seller's maximum

    function test_rejectsAFeeRaisedAfterTheListing() public {
        _list();
        vm.prank(owner);
        platform.setDefaultFees(FEE_BPS + 1);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.CutTooHigh.selector, FEE + PRICE / 10_000 + ROYALTY, FEE + ROYALTY));
        _purchase(address(nft), PRICE, NATIVE);
        // a lower fee benefits the seller
        vm.prank(owner);
        platform.setDefaultFees(0);
        _purchase(address(nft), PRICE, NATIVE);
        assertEq(seller.balance, 1e30 + PRICE - ROYALTY);
    }

    /// @dev Royalties never rise, but one that went to the seller can be redirected to another account.
    function test_rejectsARoyaltyAddedAfterTheListing() public {
        _setRoyalty(seller, ROYALTY_BPS);
        vm.prank(seller);
        market.listNFT(address(nft), ID, PRICE, NATIVE, FEE_BPS, EXPIRES);
        _setRoyalty(royalties, ROYALTY_BPS);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.CutTooHigh.selector, FEE + ROYALTY, FEE));
        _purchase(address(nft), PRICE, NATIVE);
    }

    function test_rejectsAFeeRaisedBeforeTheAcceptance() public {
        _approve();
        _offer(PRICE, NATIVE);
        vm.prank(owner);
        platform.setCustomFees(seller, 2000);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.CutTooHigh.selector, PRICE / 5 + ROYALTY, FEE + ROYALTY));
        _accept(PRICE, NATIVE);
    }

    function testFuzz_acceptsACutEqualToTheLimit(uint80 price, uint256 feeBps, uint256 royaltyBps) public {
        price = uint80(bound(price, 1, type(uint80).max));
        feeBps = bound(feeBps, 0, 2000);
        royaltyBps = bound(royaltyBps, 0, ROYALTY_BPS);
        vm.prank(owner);
        platform.setDefaultFees(feeBps);
        _setRoyalty(royalties, royaltyBps);
        _sell(price, feeBps + royaltyBps);
        assertEq(nft.ownerOf(ID), buyer);
    }

    /// @dev The seller never gets less than the maximum cut leaves, except for one unit, because that cut is rounded up.
    function testFuzz_theSellerGetsAtLeastThePromisedPart(uint80 price, uint256 feeBps, uint256 royalty, uint256 maxCutBps) public {
        price = uint80(bound(price, 1, type(uint80).max));
        maxCutBps = bound(maxCutBps, 0, 3000);
        vm.prank(owner);
        platform.setDefaultFees(bound(feeBps, 0, 2000));
        _setRoyalty(royalties, bound(royalty, 0, ROYALTY_BPS));
        vm.prank(seller);
        market.listNFT(address(nft), ID, price, NATIVE, maxCutBps, EXPIRES);
        vm.prank(seller);
        nft.approve(address(market), ID);
        vm.prank(buyer);
        try market.purchaseNFT{value: price}(address(nft), ID, price, NATIVE) {
            assertGe((seller.balance - 1e30 + 1) * 10_000, uint256(price) * (10_000 - maxCutBps));
        } catch {
            assertEq(nft.ownerOf(ID), seller);
        }
    }

    function testFuzz_thePartsAddUp(uint80 price, uint256 feeBps, uint256 royalty) public {
        price = uint80(bound(price, 1, type(uint80).max));
        feeBps = bound(feeBps, 0, 2000);
        royalty = bound(royalty, 0, ROYALTY_BPS);
        vm.prank(owner);
        platform.setDefaultFees(feeBps);
        _setRoyalty(royalties, royalty);
        (uint256 toSeller, uint256 fee, uint256 toReceiver,) = market.getSplit(address(nft), ID, seller, price);
        assertEq(toSeller + fee + toReceiver, price);
        assertEq(fee, uint256(price) * feeBps / 10_000);
        assertEq(toReceiver, uint256(price) * royalty / 10_000);
        _sell(price, 3000);
        assertEq(seller.balance - 1e30, toSeller);
        assertEq(royalties.balance, toReceiver);
        assertEq(market.feesOf(NATIVE), fee);
        assertEq(address(market).balance, fee);
        assertEq(1e30 - buyer.balance, price);
    }

    /// @dev If the shares round to zero the seller gets everything.
    function test_roundsDustInFavourOfTheSeller() public {
        _assertSplit(1, 0, 0, royalties);
        _sell(1, 0);
        assertEq(seller.balance, 1e30 + 1);
    }
}
